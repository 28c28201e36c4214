import type { Door, DoorRequest } from './known.ts'

const PLAN = /^application\/vnd\.pgrst\.plan\+(?:json|text); for="[^"]+"(?:; options=[a-z|]+)?; charset=utf-8$/

/** Content types that a door may answer with when it has a body. */
const TYPES: Record<Door, RegExp> = {
  tables:
    /^(?:application\/json|application\/openapi\+json|application\/vnd\.pgrst\.(?:object|array)\+json(?:;nulls=stripped)?|text\/csv|text\/plain|application\/octet-stream)(?:; charset=utf-8)?$/,
  functions: /^application\/json(?:; ?charset=utf-8)?$/i,
  auth: /^(?:application\/json|application\/samlmetadata\+xml|text\/html)(?:; ?charset=utf-8)?$/i,
  storage: /^(?:application\/json(?:; ?charset=utf-8)?|image\/[\w+.-]+|application\/octet-stream|video\/\w+)$/i,
  realtime: /^(?:application\/json|text\/plain)(?:; ?charset=utf-8)?$/i,
  pages:
    /^(?:text\/(?:html|plain|csv|javascript|xml|x-script|calendar|css)|application\/(?:json|xml|pdf|manifest\+json|javascript|octet-stream|vnd\.openxmlformats[\w.-]+|zip|opensearchdescription\+xml|atom\+xml|rss\+xml)|image\/[\w+.-]+)(?:; ?charset=utf-8)?$/i,
}

/** The fault in an answer; undefined if there is none. */
export function faultOf({ door, method }: DoorRequest, answer: Response, text: string): string | undefined {
  if (answer.status >= 500) return `${answer.status}: ${text.slice(0, 300)}`
  if (/\bat .{1,200}\.ts:\d|node_modules\//.test(text)) return `shows a stack: ${text.slice(0, 300)}`
  const type = answer.headers.get('content-type')
  if (text === '') return undefined
  if (method === 'HEAD') return 'a body after HEAD'
  const isPlan = door === 'tables' && PLAN.test(type ?? '')
  if (type === null || !(TYPES[door].test(type) || isPlan)) return `the content type ${type} of: ${text.slice(0, 120)}`
  if (/^application\/[\w.]*\+?json/.test(type)) return isJson(text) ? undefined : `no JSON: ${text.slice(0, 120)}`
  if (/text\/html/.test(type) && !/^<!doctype html>/i.test(text)) return `no HTML: ${text.slice(0, 120)}`
  return undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
