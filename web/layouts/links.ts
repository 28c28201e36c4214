import { brand } from '#domain/brand.ts'

export interface PlainLink {
  to: string
  label: string
}

/** What the market is for: first in the bar and in the menu of a phone. */
export const shopLinks: readonly PlainLink[] = [
  { to: '/group-buys', label: 'Group Buys' },
  { to: '/products', label: 'Browse Deals' },
  { to: '/vendors', label: 'Shops' },
  { to: '/leaderboard', label: 'Leaderboard' },
]

/** The other links of the specification's bar, in its order (section 2, Home and Navigation bar). */
const aboutLinks: readonly PlainLink[] = [
  { to: '/about', label: 'About Us' },
  { to: '/blog', label: 'Blog' },
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact' },
  { to: '/vendor-signup', label: 'Vendor Sign Up' },
]

/** Home has its own link bar: the shared one without the blog. */
export function aboutLinksAt(pathname: string): readonly PlainLink[] {
  return pathname === '/' ? aboutLinks.filter(({ to }) => to !== '/blog') : aboutLinks
}

export const footerColumns: readonly { heading: string; links: readonly PlainLink[] }[] = [
  { heading: 'Quick links', links: aboutLinks },
  {
    heading: 'Browse',
    links: [
      { to: '/products', label: 'Browse Deals' },
      { to: '/group-buys', label: 'Group Buys' },
      { to: '/vendors', label: 'Vendor Shops' },
      { to: '/leaderboard', label: 'Leaderboard' },
      { to: '/places', label: 'Pickup and delivery' },
    ],
  },
  {
    heading: 'Legal',
    links: [
      { to: '/privacy-policy', label: 'Privacy Policy' },
      { to: '/terms', label: 'Terms of Service' },
      { to: '/vendor-terms', label: 'Vendor Terms' },
    ],
  },
]

export const socialLinks = brand.social
