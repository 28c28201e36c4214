import { expect, test } from 'vitest'
import type { CartCommands } from '#api/commands/cart.ts'
import type { RecordedAction } from '#domain/all-acts.ts'
import type { Feature, JobDeps } from './feature.ts'
import { commands, features } from './features.ts'

test('no two features register the same command or job', () => {
  const jobs = features.flatMap(({ jobs }) => Object.keys(jobs?.({} as JobDeps) ?? {}))
  const names = [...commands.map(({ name }) => name), ...jobs]
  expect(commands.length).toBeGreaterThan(90)
  expect(jobs.length).toBeGreaterThan(20)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

// The compiler checks these lines: each is an error that must stay one.
test('a command without a function, and an action without a sentence, are type errors', () => {
  // @ts-expect-error: save-cart is missing
  const incomplete: Feature<CartCommands> = { commands: {} }
  // @ts-expect-error: no feature has this action
  const unknown: RecordedAction = 'order.vanish'
  expect([incomplete, unknown]).toHaveLength(2)
})
