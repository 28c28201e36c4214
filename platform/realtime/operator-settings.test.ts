import { expect, test } from 'vitest'
import * as z from 'zod'
import { LIMITS } from './limits/limits.ts'
import { REALTIME_VARIABLES, realtimeSettings } from './operator-settings.ts'

const Variables = z.object(REALTIME_VARIABLES)

test('by default, no one writes to public channels', () => {
  expect(realtimeSettings(Variables.parse({}))).toEqual({ opensPublicWrites: false, limits: {} })
})

test('every limit can be changed by its name', () => {
  const limits = Object.fromEntries(Object.keys(LIMITS).map((name, index) => [name, index + 1]))
  const values = Variables.parse({ REALTIME_PUBLIC_WRITES: 'on', REALTIME_LIMITS: JSON.stringify(limits) })
  expect(realtimeSettings(values)).toEqual({ opensPublicWrites: true, limits })
})

test.each([
  ['REALTIME_PUBLIC_WRITES', 'sometimes'],
  ['REALTIME_LIMITS', '{"messagesPerSecnd":5}'],
  ['REALTIME_LIMITS', '{"messagesPerSecond":0}'],
  ['REALTIME_LIMITS', '{"messagesPerSecond":1.5}'],
  ['REALTIME_LIMITS', '{"messagesPerSecond":"5"}'],
  ['REALTIME_LIMITS', '[1'],
  ['REALTIME_LIMITS', '7'],
])('%s=%s is a fault', (name, value) => {
  const { error } = Variables.safeParse({ [name]: value })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([name])
})
