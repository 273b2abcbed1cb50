import sys

import numpy
from pywhispercpp.model import Model
from sounds_in import answer

_, path, threads = sys.argv
model = Model(path, n_threads=int(threads), print_progress=False, print_realtime=False, redirect_whispercpp_logs_to=None)


def recognise(samples, language):
    heard = model.transcribe(numpy.frombuffer(samples, numpy.float32), language=language)
    return "".join(segment.text for segment in heard)


answer(recognise)
