"""Datasets, their versions and the cases in them."""

from .case_block import CaseBlock
from .dataset import Dataset
from .dataset_version import DatasetVersion
from .model_output import ModelOutput
from .partial_upload import PartialUpload
from .search_vectors import CaseSearch, OutputSearch
from .system import System
from .test_case import TestCase

__all__ = [
    "CaseBlock",
    "CaseSearch",
    "Dataset",
    "DatasetVersion",
    "ModelOutput",
    "OutputSearch",
    "PartialUpload",
    "System",
    "TestCase",
]
