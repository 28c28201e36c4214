import { describe, expect, test } from 'vitest'
import { allMessages, isNoticed, type MessageName, renderMail, renderNotice } from '#domain/all-messages.ts'
import { sampleMessage } from '#domain/mails/sample-messages.ts'
import { factsFromJson, factsToJson } from './facts-json.ts'
import { pushMessage } from './push-message.ts'

const stored = (facts: object) => factsFromJson(JSON.parse(factsToJson(facts)))

test('amounts and times keep their types, at any depth', () => {
  const facts = {
    orders: [{ dueKobo: 9_007_199_254_740_993n, product: 'Òfàdà rice' }, null],
    at: new Date('2026-03-17T10:59:59.123Z'),
    none: null,
    missing: undefined,
    text: '{"$bigint":"1"}',
  }
  const { missing, ...present } = facts
  expect(stored(facts)).toEqual(present)
  expect(Object.keys(stored(facts) as object)).not.toContain('missing')
})

describe('a message of stored facts says the same', () => {
  test.each(Object.keys(allMessages) as MessageName[])('%s', (name) => {
    const facts = sampleMessage(name)
    // The samples answer for any fact, so what a message reads is recorded.
    const read = recorded(facts)
    const site = 'https://market.test'
    const mail = renderMail(name, { facts: read.facts, site })
    const notice = isNoticed(name) ? renderNotice(name, read.facts) : null
    const push = isNoticed(name) && notice ? pushMessage(name, read.facts, notice) : null
    const again = stored(read.values()) as never
    expect(renderMail(name, { facts: again, site })).toEqual(mail)
    if (isNoticed(name) && notice) {
      expect(renderNotice(name, again)).toEqual(notice)
      expect(pushMessage(name, again, notice)).toEqual(push)
    }
  })
})

/** The facts, and an object of those that were read from them. */
function recorded(source: object): { facts: never; values: () => object } {
  const seen: Record<string, unknown> = {}
  const originals: Record<string, unknown> = {}
  const facts = new Proxy(source, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof name !== 'string') return value
      if (name in originals) return originals[name]
      const parts = (Array.isArray(value) ? value : [value]).map((part: unknown) =>
        typeof part === 'object' && part !== null && !(part instanceof Date) ? recorded(part) : part,
      )
      const isRecorded = (part: unknown): part is ReturnType<typeof recorded> =>
        typeof part === 'object' && part !== null && 'values' in part
      const given = parts.map((part) => (isRecorded(part) ? part.facts : part))
      originals[name] = Array.isArray(value) ? given : given[0]
      Object.defineProperty(seen, name, {
        enumerable: true,
        get: () => {
          const values = parts.map((part) => (isRecorded(part) ? part.values() : part))
          return Array.isArray(value) ? values : values[0]
        },
      })
      return originals[name]
    },
  })
  return { facts: facts as never, values: () => seen }
}
