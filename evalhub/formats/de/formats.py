"""Numbers are written as in files, in the API and in style sheets: 1,234.5 in every language."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
