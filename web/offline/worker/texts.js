import { ageOf } from './age-of.js'
import { READER } from './caches.js'

/**
 * This worker's texts in the language of the last page; the English ones are in its modules
 * (web/offline/worker-texts.ts lists them all).
 */
export async function translations() {
  const store = await caches.open(READER)
  const [reader, words] = await Promise.all(['/', '/words'].map(async (key) => (await store.match(key))?.text()))
  const known = JSON.parse(words ?? '{}')
  const say = (text, count) => escaped((known[text] ?? text).replace('{count}', count))
  return { say, language: JSON.parse(reader ?? '{}').language || 'en-NG' }
}

const AGE_TEXTS = {
  now: 'Saved a moment ago',
  minutes: 'Saved {count} minutes ago',
  hours: 'Saved {count} hours ago',
  days: 'Saved {count} days ago',
}

export function savedText(copy, say) {
  const { unit, count } = ageOf(copy.headers.get('x-saved-at') ?? '')
  return say(AGE_TEXTS[unit], count)
}

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
