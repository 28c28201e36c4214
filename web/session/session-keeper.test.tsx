import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { VISITOR, type Viewer } from '#api/session.ts'
import { english } from '#web/languages/i18n.ts'
import { SessionKeeper } from './session-keeper.tsx'

function shownTo(viewer: Viewer): string {
  const router = createMemoryRouter([{ path: '/', element: <SessionKeeper viewer={viewer} /> }])
  return renderToStaticMarkup(
    <I18nProvider i18n={english}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
}

it('warns if the profile could not be read in three attempts', () => {
  expect(shownTo({ ...VISITOR, userId: 'somebody' })).toContain('Failed to load user profile')
})

it('links users who have not passed their second factor to that step', () => {
  expect(shownTo({ ...VISITOR, pendingUserId: 'somebody' })).toContain('href="/auth?next=%2F"')
})

it('shows nothing to anonymous viewers and users whose profile was read', () => {
  expect(shownTo(VISITOR)).toBe('')
  expect(shownTo({ ...VISITOR, userId: 'somebody', role: 'customer' })).toBe('')
})
