import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { privacyRights } from './privacy-rights.tsx'

it('links to the page for downloading data and deleting the account', () => {
  const rights = privacyRights.find(({ id }) => id === 'your-rights')
  expect(renderToStaticMarkup(rights?.body)).toContain('<a href="/account/data">My data</a>')
})
