import { type LinkSource, linkOf, ownMessages } from '../area-links.ts'
import type { PlainLink } from '../links.ts'

// Apart from the areas of staff, whose menus buyers do not download.

export interface Area {
  title: string
  /** A shopper's own, with the bottom bar on a phone. */
  isBuyers?: boolean
  links: readonly PlainLink[]
  /** The same links under headings, where they are too many for one list. */
  groups?: readonly LinkGroup[]
}

export interface LinkGroup {
  heading: string
  links: readonly PlainLink[]
}

/** An area with its links under headings. */
export const grouped = (title: string, groups: readonly LinkGroup[]): Area => ({
  title,
  groups,
  links: groups.flatMap(({ links }) => links),
})

/**
 * "Sidebar layout with Dashboard, Messages, Products, Orders, Customers, Analytics under the role's base path"
 * (specification).
 */
export const SHARED = [
  /*i18n*/ 'Dashboard',
  /*i18n*/ 'Messages',
  /*i18n*/ 'Products',
  /*i18n*/ 'Orders',
  /*i18n*/ 'Customers',
  /*i18n*/ 'Analytics',
]

const linksOf = (area: string, ...sources: readonly LinkSource[]) => sources.map((source) => linkOf(area, source))

/** The areas of buyers, with translated labels. */
export const buyerAreas: Record<'customer' | 'account', Area> = {
  customer: { title: /*i18n*/ 'Customer', isBuyers: true, links: linksOf('customer', ...SHARED) },
  account: {
    ...grouped(/*i18n*/ 'My account', [
      {
        heading: /*i18n*/ 'Orders',
        links: linksOf(
          'account',
          /*i18n*/ 'Orders',
          [/*i18n*/ 'Standing orders', 'standing-orders'],
          [/*i18n*/ 'To collect', 'codes'],
          [/*i18n*/ 'Kept for you', 'stockpile'],
          /*i18n*/ 'Claims',
        ),
      },
      { heading: /*i18n*/ 'Inbox', links: linksOf('account', /*i18n*/ 'Notices', ownMessages) },
      {
        heading: /*i18n*/ 'Money',
        links: linksOf('account', /*i18n*/ 'Payments', /*i18n*/ 'Receipts', /*i18n*/ 'Wallet', /*i18n*/ 'Referrals'),
      },
      {
        heading: /*i18n*/ 'Saved',
        links: linksOf('account', /*i18n*/ 'Lists', [/*i18n*/ 'Following', 'follows']),
      },
      {
        heading: /*i18n*/ 'Settings',
        links: linksOf(
          'account',
          /*i18n*/ 'Profile',
          [/*i18n*/ 'Company', 'business'],
          /*i18n*/ 'Addresses',
          /*i18n*/ 'Security',
          [/*i18n*/ 'My data', 'data'],
        ),
      },
    ]),
    isBuyers: true,
  },
}

/** A buyer's area, by the first segment of a path. Circles of ajo are in it if the person may see them. */
export function buyerAreaForPath(pathname: string, { seesAjo }: { seesAjo: boolean }): Area | null {
  const name = pathname.split('/')[1]?.toLowerCase() ?? ''
  if (!Object.hasOwn(buyerAreas, name)) return null
  const area = buyerAreas[name as keyof typeof buyerAreas]
  return seesAjo && name === 'account' ? withAjo(area) : area
}

function withAjo(area: Area): Area {
  const groups = (area.groups ?? []).map(({ heading, links }, index) => ({
    heading,
    links: index === 0 ? links.concat({ to: '/account/ajo', label: /*i18n*/ 'Ajo' }) : links,
  }))
  return { isBuyers: true, ...grouped(area.title, groups) }
}
