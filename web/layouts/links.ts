import { brand } from '#domain/brand.ts'

export interface PlainLink {
  to: string
  label: string
}

/** The shared bar, in the specification's order (section 2, Home and Navigation bar). */
const barLinks: readonly PlainLink[] = [
  { to: '/about', label: 'About Us' },
  { to: '/products', label: 'Browse Deals' },
  { to: '/blog', label: 'Blog' },
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact' },
  { to: '/vendor-signup', label: 'Vendor Sign Up' },
]

/** Home has its own link bar: the shared one without the blog. */
export function barLinksAt(pathname: string): readonly PlainLink[] {
  return pathname === '/' ? barLinks.filter(({ to }) => to !== '/blog') : barLinks
}

export const footerColumns: readonly { heading: string; links: readonly PlainLink[] }[] = [
  {
    heading: 'Quick links',
    links: [
      { to: '/about', label: 'About Us' },
      { to: '/blog', label: 'Blog' },
      { to: '/faq', label: 'FAQ' },
      { to: '/contact', label: 'Contact' },
      { to: '/vendor-signup', label: 'Vendor Sign Up' },
    ],
  },
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
