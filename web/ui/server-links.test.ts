import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createMemoryRouter,
  Form as RouterForm,
  Link as RouterLink,
  NavLink as RouterNavLink,
  RouterProvider,
} from 'react-router'
import { expect, inject, test } from 'vitest'
import { Form, Link, NavLink } from './server-links.tsx'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `--mode full`. */
    trialsAreWhole: boolean
  }
}

/** At a commit the page with the longest address; all of them only in a full run, because a router is made for each. */
const AT = inject('trialsAreWhole') ? ['/', '/Products', '/products/12'] : ['/products/12']
const TO = [
  '/',
  '/products',
  '/products/',
  '/products/12?page=2',
  '/shop/a-b_c.d~e#d0000',
  '/shop/ä',
  '/a b',
  '/auth?next=%2Fproducts',
  '..',
  'new',
  '../x',
  '/a/../b',
  '/a//b',
  '/a/./b',
  '//other.site/x',
  '?page=2',
  '#main',
  '',
  '/x?',
  '/x#',
  '/x?a=1#b',
  'https://other.site/x',
  'mailto:a@b.test',
  '/.well-known/x',
  '/%7Ea',
  '/a%2Fb',
  "/o'neil",
  '/x?q="<&>',
]
const PROPS = [
  {},
  { className: 'text-link', 'aria-label': 'Go' },
  { reloadDocument: true, replace: true, preventScrollReset: true, state: { from: 1 } },
  { discover: 'none' as const, target: '_blank', rel: 'noopener' },
  { onClick: () => undefined, id: 'one' },
  { relative: 'path' as const },
  { viewTransition: true },
]

/** The HTML with sorted attributes, because their order is insignificant. */
function shown(at: string, element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const html = renderToString(h(RouterProvider, { router }))
  return html.replace(
    /<(a|form) ([^>]*)>/,
    (_, tag, attributes) =>
      `<${tag} ${String(attributes)
        .match(/[\w-]+="[^"]*"/g)
        ?.sort()
        .join(' ')}>`,
  )
}

test.each(TO)('a link to "%s" is the same HTML as the router’s', (to) => {
  for (const at of AT) {
    for (const props of PROPS) {
      const rest = { ...props, to, children: 'There' }
      expect(shown(at, h(Link, rest))).toBe(shown(at, h(RouterLink, rest)))
    }
  }
})

test.each(TO)('a NavLink to "%s" is marked active like the router’s', (to) => {
  const looks = [
    {},
    { end: true },
    { className: 'bar-link' },
    { caseSensitive: true },
    { 'aria-current': 'true' as const },
  ]
  const own = [
    ...looks,
    { className: ({ isActive }: { isActive: boolean }) => `${isActive}` },
    { style: { color: 'red' } },
  ]
  for (const at of AT) {
    for (const look of own) {
      const rest = { ...look, to, children: 'There' }
      expect(shown(at, h(NavLink, rest))).toBe(shown(at, h(RouterNavLink, rest)))
    }
  }
})

test.each([undefined, '.', ...TO])('a form with the action "%s" is the same HTML as the router’s', (action) => {
  const looks = [
    {},
    { method: 'post' as const, className: 'grid', 'data-theme-form': true },
    { method: 'get' as const, role: 'search', onSubmit: () => undefined },
    { method: 'put' as const, reloadDocument: true, replace: true, preventScrollReset: true, state: { from: 1 } },
    { navigate: false, fetcherKey: 'one', discover: 'none' as const },
    { relative: 'path' as const },
  ]
  for (const at of AT) {
    for (const look of looks) {
      const rest = { ...look, ...(action !== undefined && { action }), children: 'Send' }
      expect(shown(at, h(Form, rest))).toBe(shown(at, h(RouterForm, rest)))
    }
  }
})
