"""Detectors of unclear wording (LX7): each sees one way in which a sentence may be read twice, or says too little."""
