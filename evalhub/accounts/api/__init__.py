"""What every API view shares: keys, access, strict JSON and the one error shape."""
