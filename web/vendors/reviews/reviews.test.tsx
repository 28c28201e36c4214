import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { Reviews } from './reviews.tsx'

test('renders a reply as text, whatever markup it contains', () => {
  const review = { id: 'r1', rating: 4, comment: '', created_at: '2026-03-10T09:00:00Z', reply: 'Try <shop>us</shop>' }
  const page = renderToStaticMarkup(
    <I18nProvider i18n={english}>
      <StaticRouter location="/">
        <Reviews reviews={[review]} failure={null} shopId="s1" />
      </StaticRouter>
    </I18nProvider>,
  )
  expect(page).toContain('The shop replied:</span> Try &lt;shop&gt;us&lt;/shop&gt;')
})
