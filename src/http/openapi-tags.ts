import type { Family } from '../core/keys.ts'
import type { Tag } from './openapi-document.ts'

type Section = readonly [title: string, description: string]

const sections: Readonly<Record<Family | 'results', Section>> = {
  chat: ['Chat', 'Answers to a conversation of text, pictures, video and sound, with tools.'],
  messages: ['Messages', 'The same answers in the shape of content blocks.'],
  responses: ['Responses', 'The same answers in the shape of items, streamed as numbered events.'],
  tokens: ['Tokens', 'How many tokens an input has.'],
  speech: ['Speech', 'Text spoken by a voice.'],
  voices: ['Voices', 'The voices that speech may use, and new ones made from recordings.'],
  transcriptions: ['Transcriptions', 'Recordings to text, as a whole or as a stream of events.'],
  recognition: ['Live recognition', 'Live sound to text, over a WebSocket.'],
  realtime: ['Realtime voice', 'Spoken conversation over a WebSocket.'],
  images: ['Images', 'Pictures, changed as told.'],
  music: ['Music', 'Songs and instrumentals, made by tasks that are asked for and then queried.'],
  files: ['Files', 'Files to take text from, to search in, or to make voices of.'],
  'vector-stores': ['Vector stores', 'Collections of files that models look things up in.'],
  models: ['Models', 'The models that this server offers.'],
  admin: ['Administration', 'Projects, keys and usage; for admin keys only.'],
  results: ['Results', 'What was made for a caller, behind a signed link.'],
}

/** In the order of the table, and only those that a route carries. */
export function describeTags(used: ReadonlySet<string>): Tag[] {
  return Object.entries(sections)
    .filter(([name]) => used.has(name))
    .map(([name, [title, description]]) => ({ name, description, 'x-displayName': title }))
}
