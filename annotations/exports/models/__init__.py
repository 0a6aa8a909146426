"""Tables of exports."""

from annotations.exports.models.export_job import ExportJob

__all__ = ["ExportJob"]
