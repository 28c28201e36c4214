import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { NavLink, useLocation } from 'react-router'
import type { Viewer } from '#api/session.ts'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { menuLinks } from './areas.ts'
import { Bell } from './bell.tsx'
import { CartLink } from './cart-link.tsx'
import { aboutLinksAt, type PlainLink, shopLinks } from './links.ts'
import { Wordmark } from './wordmark.tsx'

/** The shared bar: the shop's links, above them on a desk the others. Its menus are native popovers, so they open without scripts too. */
export function Bar({ viewer }: { viewer: Viewer }) {
  const { pathname } = useLocation()
  return (
    <header className="bar">
      <nav aria-label="About the market" className="bar-strip">
        <Links links={aboutLinksAt(pathname)} className="strip-link" />
      </nav>
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-2 px-4">
        <Wordmark />
        <nav aria-label="Main" className="ml-4 hidden items-center lg:flex">
          <Links links={shopLinks} className="bar-link" />
        </nav>
        <div className="ml-auto flex items-center">
          <NavLink to="/search" className="bar-link bar-icon gap-2 max-md:hidden">
            <Search aria-hidden size={22} /> Search
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

/** The bar of desks and of one's own pages: the way back to the shop, notices and the person's menu. */
export function WorkingBar({ viewer }: { viewer: Viewer }) {
  return (
    <header className="bar">
      <div className="mx-auto flex min-h-14 max-w-page items-center gap-2 px-4">
        <Wordmark />
        <div className="ml-auto flex items-center">
          <NavLink to="/group-buys" className="bar-link max-md:hidden">
            Back to the shop
          </NavLink>
          {viewer.userId !== null && <Bell userId={viewer.userId} />}
          <ViewerMenu viewer={viewer} />
        </div>
      </div>
    </header>
  )
}

function Links({ links, className }: { links: readonly PlainLink[]; className: string }) {
  return links.map(({ to, label }) => (
    <NavLink key={to} to={to} className={className}>
      {label}
    </NavLink>
  ))
}

const signInAt = (pathname: string): string =>
  pathname === '/' || pathname.startsWith('/auth') ? '/auth' : `/auth?next=${encodeURIComponent(pathname)}`

function SignInLink({ pathname }: { pathname: string }) {
  return (
    <LinkButton to={signInAt(pathname)} tone="plain" size="small" className="ml-1 whitespace-nowrap max-[359px]:hidden">
      Sign In / Sign Up
    </LinkButton>
  )
}

function PhoneMenu({ pathname, signedOut }: { pathname: string; signedOut: boolean }) {
  return (
    <>
      <button type="button" popoverTarget="phone-menu" className="bar-link bar-icon gap-2 lg:hidden" aria-label="Menu">
        <Menu aria-hidden size={26} />
      </button>
      <nav id="phone-menu" popover="auto" aria-label="Menu" className="menu">
        {signedOut && (
          <NavLink to={signInAt(pathname)} className="menu-link text-leaf min-[360px]:hidden">
            Sign In / Sign Up
          </NavLink>
        )}
        <Links links={[...shopLinks, ...aboutLinksAt(pathname)]} className="menu-link" />
      </nav>
    </>
  )
}

function ViewerMenu({ viewer }: { viewer: Viewer }) {
  const role = parseRole(viewer.role)
  const name = viewer.fullName || viewer.email || 'You'
  return (
    <>
      <button
        type="button"
        popoverTarget="viewer-menu"
        className="bar-link bar-icon gap-1"
        aria-label={`Your menu, ${name}`}
      >
        <Avatar name={name} size="small" />
        <ChevronDown aria-hidden size={18} className="max-sm:hidden" />
      </button>
      <div id="viewer-menu" popover="auto" className="menu">
        <div className="border-b border-grain px-3 pt-1 pb-3">
          <p className="font-bold break-all">{viewer.email}</p>
          <p className="text-14 text-soft">{roleLabels[role]}</p>
        </div>
        <nav aria-label="Your pages" className="py-1">
          {menuLinks(role).map(({ to, label }) => (
            <NavLink key={to} to={to} className="menu-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <form method="post" action="/auth/sign-out" className="border-t border-grain pt-1">
          <button type="submit" className="menu-link" data-sign-out>
            Sign Out
          </button>
        </form>
      </div>
    </>
  )
}
