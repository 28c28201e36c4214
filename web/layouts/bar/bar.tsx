import { useLingui } from '@lingui/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Viewer } from '#api/session.ts'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { AreaLink } from '#web/places/area/area-link.tsx'
import { useShell } from '#web/shell.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { LanguageSwitch } from '../language-switch.tsx'
import { aboutLinksAt, type PlainLink, shopLinks } from '../links.ts'
import { menuLinks } from '../menu-links.ts'
import { Bell } from './bell.tsx'
import { CartLink } from './cart-link.tsx'
import { Wordmark } from './wordmark.tsx'

/**
 * The navigation bar: the shop's links; on wide screens the other links above them. Its menus are native popovers that
 * need no scripts.
 */
export function Bar({ viewer }: { viewer: Viewer }) {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  return (
    <header className="bar">
      <div className="mx-auto flex max-w-page items-center justify-between px-4">
        <AreaLink className="strip-link -ml-3 min-w-0 gap-1 max-lg:min-h-11" />
        <nav aria-label={i18n.t('About the market')} className="bar-strip">
          <Links links={aboutLinksAt(pathname)} className="strip-link" />
        </nav>
      </div>
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-2 px-4">
        <Wordmark />
        <nav aria-label={i18n.t('Main')} className="ml-4 hidden items-center lg:flex">
          <Links links={shopLinks} className="bar-link" />
        </nav>
        <div className="ml-auto flex items-center">
          <NavLink to="/search" className="bar-link bar-icon gap-2 max-md:hidden">
            <Search aria-hidden size={22} /> {i18n.t('Search')}
          </NavLink>
          <CartLink />
          {viewer.userId !== null && <Bell userId={viewer.userId} />}
          {viewer.userId === null ? <SignInLink pathname={pathname} /> : <ViewerMenu viewer={viewer} />}
          <PhoneMenu pathname={pathname} signedOut={viewer.userId === null} />
        </div>
      </div>
    </header>
  )
}

/** The compact bar of desks and of the viewer's own pages: a desk's search, a link to the shop, notices and the viewer's menu. */
export function CompactBar({ viewer, search }: { viewer: Viewer; search?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <header className="bar">
      <div className="mx-auto flex min-h-14 max-w-page items-center gap-2 px-4">
        <Wordmark />
        <div className="ml-auto flex min-w-0 items-center">
          {search}
          <NavLink to="/group-buys" className="bar-link max-md:hidden">
            {i18n.t('Back to the shop')}
          </NavLink>
          {viewer.userId !== null && <Bell userId={viewer.userId} />}
          <ViewerMenu viewer={viewer} />
        </div>
      </div>
    </header>
  )
}

function Links({ links, className }: { links: readonly PlainLink[]; className: string }) {
  const { i18n } = useLingui()
  return links.map(({ to, label }) => (
    <NavLink key={to} to={to} className={className}>
      {i18n.t(label)}
    </NavLink>
  ))
}

const signInAt = (pathname: string): string =>
  pathname === '/' || pathname.startsWith('/auth') ? '/auth' : `/auth?next=${encodeURIComponent(pathname)}`

function SignInLink({ pathname }: { pathname: string }) {
  const { i18n } = useLingui()
  return (
    <LinkButton
      to={signInAt(pathname)}
      tone="plain"
      size="small"
      className="bar-sign-in ml-1 min-w-0 text-center leading-tight max-[359px]:hidden"
    >
      {i18n.t('Sign In / Sign Up')}
    </LinkButton>
  )
}

function PhoneMenu({ pathname, signedOut }: { pathname: string; signedOut: boolean }) {
  const { i18n } = useLingui()
  return (
    <>
      <button
        type="button"
        popoverTarget="phone-menu"
        className="bar-link bar-icon gap-2 lg:hidden"
        aria-label={i18n.t('Menu')}
      >
        <Menu aria-hidden size={26} />
      </button>
      <nav id="phone-menu" popover="auto" aria-label={i18n.t('Menu')} className="menu">
        {signedOut && (
          <NavLink to={signInAt(pathname)} className="menu-link text-leaf">
            {i18n.t('Sign In / Sign Up')}
          </NavLink>
        )}
        <Links links={[...shopLinks, ...aboutLinksAt(pathname)]} className="menu-link" />
        {signedOut && <LanguageSwitch className="border-t border-grain px-3 pt-2 pb-1" />}
      </nav>
    </>
  )
}

function ViewerMenu({ viewer }: { viewer: Viewer }) {
  const { i18n } = useLingui()
  const { duties } = useShell()
  const role = parseRole(viewer.role)
  const name = viewer.fullName || viewer.email || i18n.t('You')
  return (
    <>
      <button
        type="button"
        popoverTarget="viewer-menu"
        className="bar-link bar-icon gap-1"
        aria-label={i18n.t('Your menu, {name}', { name })}
      >
        <Avatar name={name} size="small" />
        <ChevronDown aria-hidden size={18} className="max-sm:hidden" />
      </button>
      <div id="viewer-menu" popover="auto" className="menu">
        <div className="border-b border-grain px-3 pt-1 pb-3">
          <p className="font-bold break-all">{viewer.email}</p>
          <p className="text-14 text-soft">{i18n.t(roleLabels[role])}</p>
        </div>
        <nav aria-label={i18n.t('Your pages')} className="py-1">
          {menuLinks(role, duties).map(({ to, label }) => (
            <NavLink key={to} to={to} className="menu-link">
              {i18n.t(label)}
            </NavLink>
          ))}
        </nav>
        <LanguageSwitch className="border-t border-grain px-3 py-1" />
        <form method="post" action="/auth/sign-out" className="border-t border-grain pt-1">
          <button type="submit" className="menu-link" data-sign-out>
            {i18n.t('Sign Out')}
          </button>
        </form>
      </div>
    </>
  )
}
