import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { ListFilters } from './list-filters.tsx'
import { DAYS } from './list-query.ts'

test('no filter has to be filled in, and none is called optional', () => {
  const filters = { search: {}, ...DAYS, least: { label: 'From ₦', isNaira: true as const } }
  const form = (
    <I18nProvider i18n={english}>
      <ListFilters filters={filters} query={{}} today="2026-03-10" />
    </I18nProvider>
  )
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each rendering.
  const Stub = createRoutesStub([{ path: '/', Component: () => form }])
  const html = renderToStaticMarkup(<Stub />)
  expect(html.match(/<input[^>]*name="(?:search|from|until|least)"/g)).toHaveLength(4)
  expect(html).not.toMatch(/required|optional/)
})
