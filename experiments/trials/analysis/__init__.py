"""From the scores of variants to figures, health and a verdict: arrays in, plain values out, no Django."""
