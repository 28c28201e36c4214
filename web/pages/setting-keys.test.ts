import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { apiContext } from '#web/context.ts'
import { action as changeMeasure } from '#web/products/chief/measures.tsx'
import { action as changeSetting } from '#web/staff/settings.tsx'

// A form that is sent twice, because the first answer was lost, is one call with one key.

type Action = (args: never) => Promise<unknown>

async function keysSent(action: unknown, fields: Record<string, string>): Promise<unknown[]> {
  const keys: unknown[] = []
  const api = {
    command: (_name: string, _input: object, key?: string) => {
      keys.push(key)
      return Promise.resolve({ ok: true, value: {} })
    },
  } as unknown as Api
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  const request = () => new Request('https://market.test/', { method: 'POST', body: new URLSearchParams(fields) })
  for (const sent of [request(), request()]) await (action as Action)({ request: sent, context } as never)
  return keys
}

const KEY = '7c1e52a0-5b1f-4a53-9f0f-3f1f2a9b0c11'

test.each([
  [
    'a planned change',
    changeSetting,
    { key: 'claim_appeal_days', value: '7', note: 'Longer', effective_from: '', send_key: KEY },
  ],
  [
    'a withdrawn change',
    changeSetting,
    { intent: 'withdraw', key: 'claim_appeal_days', effective_from: '2027-01-01', send_key: KEY },
  ],
  ['a removed measure', changeMeasure, { intent: 'remove', unit: 'mudu', food: '', key: KEY }],
  [
    'a saved measure',
    changeMeasure,
    { intent: 'save', unit: 'mudu', food: '', kg_per_unit: '1.5', least_kg: '1', most_kg: '2', key: KEY },
  ],
])('%s is sent with the key of its form', async (_, action, fields) => {
  expect(await keysSent(action, fields)).toEqual([KEY, KEY])
})
