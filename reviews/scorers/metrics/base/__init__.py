"""What metrics share: the answer that is scored, parameters, reasons, and the arithmetic of several."""
