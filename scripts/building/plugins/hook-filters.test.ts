import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { withHookFilters } from './hook-filters.ts'

const named = (...names: string[]): Plugin[] => names.map((name) => ({ name }))
const own = () => [reactRouter(), lingui()].flat(2) as Plugin[]

test('every filtered plugin and hook exists', () => {
  expect(() => withHookFilters(own())).not.toThrow()
})

test('a renamed plugin fails the build', () => {
  expect(() => withHookFilters(named('react-router'))).toThrow('no plugin is named react-router:route-chunks-index')
})

test('a renamed hook fails the build', () => {
  const renamed = own().map((plugin) => (plugin.name === 'react-router:dot-server' ? { name: plugin.name } : plugin))
  expect(() => withHookFilters(renamed)).toThrow('react-router:dot-server has no resolveId')
})
