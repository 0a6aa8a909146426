"""How reliable the consensus of several annotators is, from the agreement of single ones."""


def consensus_reliability(alpha, annotators):
    """k * alpha / (1 + (k - 1) * alpha), the reliability of the mean of k annotators (Spearman 1910, Brown 1910).

    Exact at the interval level, an approximation elsewhere (Wong & Paritosh 2022). None when alpha is undefined or
    not above 0: annotators without agreement do not become reliable by being many.
    """
    if alpha is None or alpha <= 0 or annotators < 1:
        return None
    return annotators * alpha / (1 + (annotators - 1) * alpha)
