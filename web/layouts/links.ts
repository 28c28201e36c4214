import { brand } from '#domain/brand/brand.ts'

export interface PlainLink {
  to: string
  label: string
}

/** The main links: first in the bar and in a phone's menu. */
export const shopLinks: readonly PlainLink[] = [
  { to: '/group-buys', label: /*i18n*/ 'Group Buys' },
  { to: '/products', label: /*i18n*/ 'Browse Deals' },
  { to: '/vendors', label: /*i18n*/ 'Shops' },
  { to: '/leaderboard', label: /*i18n*/ 'Leaderboard' },
]

/** The other links of the specification's bar, in its order (section 2, Home and Navigation bar). */
const aboutLinks: readonly PlainLink[] = [
  { to: '/about', label: /*i18n*/ 'About Us' },
  { to: '/blog', label: /*i18n*/ 'Blog' },
  { to: '/faq', label: /*i18n*/ 'FAQ' },
  { to: '/contact', label: /*i18n*/ 'Contact' },
  { to: '/vendor-signup', label: /*i18n*/ 'Vendor Sign Up' },
]

/** The links at a path; on the home page without the blog (specification). */
export function aboutLinksAt(pathname: string): readonly PlainLink[] {
  return pathname === '/' ? aboutLinks.filter(({ to }) => to !== '/blog') : aboutLinks
}

export const footerColumns: readonly { heading: string; links: readonly PlainLink[] }[] = [
  { heading: /*i18n*/ 'Quick links', links: aboutLinks },
  {
    heading: /*i18n*/ 'Browse',
    links: [
      { to: '/products', label: /*i18n*/ 'Browse Deals' },
      { to: '/group-buys', label: /*i18n*/ 'Group Buys' },
      { to: '/vendors', label: /*i18n*/ 'Vendor Shops' },
      { to: '/leaderboard', label: /*i18n*/ 'Leaderboard' },
      { to: '/places', label: /*i18n*/ 'Pickup and delivery' },
    ],
  },
  {
    heading: /*i18n*/ 'Legal',
    links: [
      { to: '/privacy-policy', label: /*i18n*/ 'Privacy Policy' },
      { to: '/terms', label: /*i18n*/ 'Terms of Service' },
      { to: '/vendor-terms', label: /*i18n*/ 'Vendor Terms' },
    ],
  },
]

export const socialLinks = brand.social
