import json
import sys

import numpy
from vosk import KaldiRecognizer, Model, SetLogLevel

from sounds_in import answer

SetLogLevel(-1)
model = Model(sys.argv[1])


def recognise(samples, _language):
    floats = numpy.clip(numpy.frombuffer(samples, numpy.float32) * 32767, -32768, 32767)
    recogniser = KaldiRecognizer(model, 16000)
    texts = []
    pieces = numpy.array_split(floats.astype(numpy.int16), max(1, len(floats) // 4000))
    for piece in pieces:
        if recogniser.AcceptWaveform(piece.tobytes()):
            texts.append(json.loads(recogniser.Result())["text"])
    return " ".join([*texts, json.loads(recogniser.FinalResult())["text"]])


answer(recognise)
