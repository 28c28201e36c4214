import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleText } from '#domain/books/rule-texts.ts'

const AUDIT = 'database/audit'

test('each numbered check of the audit has a text of its own', () => {
  const checks = readdirSync(AUDIT).flatMap((file) => [
    ...readFileSync(`${AUDIT}/${file}`, 'utf8').matchAll(/^ {2}'?(L\d+(?: [a-z ]+)?)'?:/gm),
  ])
  const names = checks.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name) => ruleText(name) === ruleText('no such rule'))).toEqual([])
})
