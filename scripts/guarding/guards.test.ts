import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GUARDS } from './guards.ts'

const texts = new Map<string, string>()
const textOf = (file: string) => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

test.each(GUARDS.map((guard) => [guard.name, guard] as const))('%s: its source occurs exactly once', (_, guard) => {
  expect(textOf(guard.file).split(guard.text).length - 1).toBe(1)
  expect(guard.broken).not.toBe(guard.text)
  expect(guard.tests.length).toBeGreaterThan(0)
  for (const file of guard.tests) expect(existsSync(file), file).toBe(true)
})

test('names of guards are unique', () => {
  expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length)
})
