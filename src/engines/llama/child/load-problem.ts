/** Why the model can't be loaded, in words that are meant for whoever asks for an answer. */
export class LoadProblem extends Error {}
