import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { AdvertBanner } from './advert-banner.tsx'

const advert = { id: 'a', position: 'top', title: 'Harvest', image_url: null }

function render(link_url: string | null): string {
  const banner = (
    <I18nProvider i18n={english}>
      <AdvertBanner advert={{ ...advert, link_url }} />
    </I18nProvider>
  )
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each rendering.
  const Stub = createRoutesStub([{ path: '/', Component: () => banner }])
  return renderToStaticMarkup(<Stub />)
}

test.each([
  ['https://partner.test/offers?x=1', 'Opens partner.test, another site'],
  // Accepted by the form and the table, but no address that a browser can read: the page stays up.
  ['https://:1', 'Opens :1, another site'],
  ['https://[', 'Opens [, another site'],
])('names the host of %s', (link, text) => expect(render(link)).toContain(text))

test('a link within the site, or none, names no host', () => {
  for (const link of ['/products', null]) expect(render(link)).not.toContain('another site')
})
