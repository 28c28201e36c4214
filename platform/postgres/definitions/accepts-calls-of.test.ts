import { expect, test } from 'vitest'
import { acceptsCallsOf } from './accepts-calls-of.ts'
import { readDefinitions } from './reading/read-definitions.ts'

const read = (signature: string) => {
  const text = `create function ${signature} returns integer language sql as 'select 1';`
  const [definition] = readDefinitions([{ path: 'goods/rules.sql', text }])
  if (!definition) throw new Error(`${signature} cannot be read.`)
  return definition
}

test.each([
  ['public.f(a int)', 'public.f(a integer, b text default null)'],
  ['public.f()', "public.f(a text default ',)')"],
  ['public.f(a int default 1)', 'public.f(a int default 2, b text = null)'],
  ['public.f(a int)', 'public.f(a int default 1, b text default null, variadic c text[] default null)'],
])('calls of %s are answered by %s', (other, wanted) => {
  expect(acceptsCallsOf(read(other), read(wanted))).toBe(true)
})

test.each([
  ['public.f(a int)', 'public.f(a int, b text)'],
  ['public.f(a int)', 'public.f(b int, c text default null)'],
  ['public.f(a int)', 'public.f(a bigint, b text default null)'],
  ['public.f(a int default 1)', 'public.f(a int, b text default null)'],
  ['public.f(a int, b text)', 'public.f(a int)'],
  ['public.f(a int)', 'public.g(a int, b text default null)'],
])('calls of %s are not answered by %s', (other, wanted) => {
  expect(acceptsCallsOf(read(other), read(wanted))).toBe(false)
})
