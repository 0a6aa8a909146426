"""Datasets, their versions and the cases in them."""

from .case_block import CaseBlock
from .dataset import Dataset
from .dataset_version import DatasetVersion
from .model_output import ModelOutput
from .system import System
from .test_case import TestCase

__all__ = ["CaseBlock", "Dataset", "DatasetVersion", "ModelOutput", "System", "TestCase"]
