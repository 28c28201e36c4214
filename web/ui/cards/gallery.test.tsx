import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { Gallery } from './gallery.tsx'

const photo = (name: string) => `/storage/v1/object/public/pictures/ada/${name}.jpg#8a6b3c`

/** Renders on a page, because the output depends on the user's low-data setting. */
function render(element: React.ReactElement): string {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each rendering.
  const Stub = createRoutesStub([{ path: '/', Component: () => <I18nProvider i18n={english}>{element}</I18nProvider> }])
  return renderToStaticMarkup(<Stub />)
}

test('several pictures have an anchor and a thumbnail each; only the first loads eagerly', () => {
  const html = render(<Gallery name="Yam <b>" pictures={[photo('a'), photo('b'), '/basins/yam.svg']} />)
  for (const number of [1, 2, 3]) {
    expect(html).toContain(`id="picture-${number}"`)
    expect(html).toContain(`href="#picture-${number}"`)
  }
  expect(html.match(/fetchPriority="high"/g)).toHaveLength(1)
  expect(html).toContain('alt="Yam &lt;b&gt;, picture 2 of 3"')
})

test('one picture, or none, is shown without thumbnails', () => {
  for (const pictures of [[photo('a')], []]) {
    const html = render(<Gallery name="Yam" pictures={pictures} />)
    expect(html).not.toContain('href="#')
    expect(html.match(/<img/g)).toHaveLength(1)
  }
})
