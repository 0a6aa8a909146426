"""Datasets, their versions and the cases in them."""

from .dataset import Dataset
from .dataset_version import DatasetVersion
from .model_output import ModelOutput
from .test_case import TestCase

__all__ = ["Dataset", "DatasetVersion", "ModelOutput", "TestCase"]
