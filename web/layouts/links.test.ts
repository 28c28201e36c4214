import { describe, expect, it } from 'vitest'
import { mayEnter } from '#domain/accounts/role-areas.ts'
import { AREA_ROLES } from '#domain/accounts/roles.ts'
import { PAGES } from '#web/routing/pages.ts'
import { areaForPath, areas, sidebarArea } from './areas.ts'
import type { Duty } from './duties.ts'
import { aboutLinksAt, shopLinks } from './links.ts'
import { menuLinks } from './menu-links.ts'

/** Pages linked from the shop's details, the tabs of the settings, and unpaid orders. */
const ELSEWHERE = [
  '/vendor/shop',
  '/vendor/poster',
  '/chief/measures',
  '/chief/banners',
  // In the menu of those who may see it.
  '/account/ajo',
  '/account/pay',
  '/account/last-month',
]

/** Reached from the bar and the footer of every page. */
const FRAME = ['search', 'shortcuts']

const rider: readonly Duty[] = ['delivery']

const labels = (links: readonly { label: string }[]) => links.map(({ label }) => label)

describe('the bar', () => {
  it('has the specification’s six links, on the home page without the blog, and the shop’s own', () => {
    const all = (pathname: string) => labels([...shopLinks, ...aboutLinksAt(pathname)])
    const six = ['About Us', 'Browse Deals', 'Blog', 'FAQ', 'Contact', 'Vendor Sign Up']
    expect(all('/products')).toEqual(expect.arrayContaining([...six, 'Group Buys', 'Shops', 'Leaderboard']))
    expect(all('/')).toEqual(all('/products').filter((label) => label !== 'Blog'))
  })
})

describe('the sidebars', () => {
  it('start the same in all five areas, under the base path', () => {
    const shared = ['Dashboard', 'Messages', 'Products', 'Orders', 'Customers', 'Analytics']
    for (const role of AREA_ROLES) {
      expect(labels(areas[role].links).slice(0, 6)).toEqual(shared)
      for (const { to } of areas[role].links)
        expect(to).toMatch(new RegExp(`^/(${role}/[a-z-]+|handover|held|runs|weigh-in)$`))
    }
  })

  it('have the same groups for all staff, and the chief’s money', () => {
    const headings = (role: 'manager' | 'coordinator' | 'chief') => areas[role].groups?.map(({ heading }) => heading)
    const groups = ['Market', 'Shops', 'Deliveries', 'Disputes', 'Buyers’ words', 'Office']
    expect(headings('manager')).toEqual(groups)
    expect(headings('coordinator')).toEqual(groups)
    expect(headings('chief')).toEqual(groups.toSpliced(5, 0, 'Money'))
  })

  it('name the same work the same for all staff', () => {
    const staff = (['manager', 'coordinator', 'chief'] as const).map((role) => areas[role].links)
    const pageOf = (to: string) => to.split('/').at(-1)
    for (const { to, label } of staff.flat()) {
      const same = staff.flat().filter((link) => pageOf(link.to) === pageOf(to))
      expect(new Set(labels(same))).toEqual(new Set([label]))
    }
    const [manager = [], ...others] = staff.map(labels)
    const everywhere = manager.filter((label) => others.every((links) => links.includes(label)))
    expect(everywhere).toEqual(expect.arrayContaining(['Queue', 'Claims', 'Vendors', 'Photographs', 'Performance']))
  })

  it('link to every page that the role may open, except those linked from other pages', () => {
    const paths = PAGES.map(({ path }) => path)
    for (const name of [...AREA_ROLES, 'account', 'content'] as const) {
      const pages = paths.filter((path) => path.startsWith(`/${name}/`) && /^\/[a-z]+\/[a-z-]+$/.test(path))
      const framed = FRAME.map((page) => `/${name}/${page}`)
      const linked = [...areas[name].links.map(({ to }) => to), ...ELSEWHERE, ...framed]
      expect(pages.filter((page) => !linked.includes(page))).toEqual([])
    }
  })

  it('lead those who plan runs to the deliveries', () => {
    const planners = AREA_ROLES.filter((role) => areas[role].links.some(({ to }) => to === '/runs'))
    expect(planners.toSorted()).toEqual(['manager', 'vendor'])
  })

  it('are grouped where there are many, each link once', () => {
    const { groups = [], links } = areas.account
    expect(groups.map(({ heading }) => heading)).toEqual(['Orders', 'Inbox', 'Money', 'Saved', 'Settings'])
    expect(new Set(links.map(({ to }) => to)).size).toBe(18)
    expect(groups.flatMap((group) => group.links)).toEqual(links)
    expect(areas.vendor.groups?.map(({ heading }) => heading)).toEqual([
      'Shop',
      'Sharing day',
      'Buyers',
      'Money and settings',
    ])
  })

  it('belong to areas that reject anonymous viewers', () => {
    for (const name of Object.keys(areas)) expect([name, mayEnter('visitor', `/${name}`)]).toEqual([name, false])
  })

  it('are found by the first segment of the path', () => {
    expect(areaForPath('/chief/staff')).toBe(areas.chief)
    expect(areaForPath('/vendors')).toBeNull()
    for (const path of ['/blog/new', '/blog/edit/7']) expect(areaForPath(path)).toBe(areas.content)
    expect(areaForPath('/blog/new-rice')).toBeNull()
    expect(areaForPath('/toString')).toBeNull()
  })
})

describe('the signed-in menu', () => {
  it('links each role to its own area and to no other', () => {
    for (const role of AREA_ROLES) {
      expect(menuLinks(role)[0]?.to).toBe(`/${role}/dashboard`)
      const sidebar = [...areas[role].links, ...areas.account.links].map(({ to }) => to)
      for (const { to } of menuLinks(role)) expect(sidebar).toContain(to)
      for (const { to } of menuLinks(role)) expect(to).toMatch(new RegExp(`^/((${role}|account)/|handover$)`))
    }
    for (const role of ['administrator', 'supervisor'] as const) {
      expect(menuLinks(role)[0]?.to).toBe('/content')
      expect(menuLinks(role)).toContainEqual({ to: '/content/messages', label: 'Messages' })
      const sidebar = [...areas.content.links, ...areas.account.links].map(({ to }) => to)
      for (const { to } of menuLinks(role)) expect(sidebar).toContain(to)
    }
    expect(labels(menuLinks('visitor'))).toEqual(['My orders', 'My account'])
  })

  it('links members of staff to each of their desks, after their dashboard', () => {
    const all: readonly Duty[] = ['hand-over', 'packing', 'delivery', 'invitation']
    for (const role of AREA_ROLES) {
      expect(labels(menuLinks(role, all))).toEqual(expect.arrayContaining(['Invitation', 'Hand over', 'My run']))
      expect(menuLinks(role, all).filter(({ to }) => to === '/handover')).toHaveLength(1)
    }
    expect(menuLinks('customer', rider).slice(1, 3)).toEqual([
      { to: '/work', label: 'Your work' },
      { to: '/my-run', label: 'My run' },
    ])
    expect(menuLinks('supervisor', ['hand-over'])[0]?.to).toBe('/work')
    expect(labels(menuLinks('customer'))).not.toContain('Your work')
    for (const { to } of menuLinks('customer', all)) expect(mayEnter('customer', to)).toBe(true)
  })
})

describe('the sidebar of a desk', () => {
  const desks = (...duties: Duty[]) => sidebarArea('/work', 'customer', duties)?.links.map(({ to }) => to)

  it('shows members of staff the desks that their duties open', () => {
    expect(desks('delivery')).toEqual(['/work', '/my-run'])
    expect(desks('hand-over')).toEqual(['/work', '/handover', '/weigh-in', '/runs', '/held'])
    expect(desks('hand-over', 'packing')).toContain('/packing')
    expect(desks('invitation')).toEqual(['/work'])
  })

  it('stays that of the role’s own area where it links to the desk', () => {
    for (const path of ['/handover', '/held', '/runs', '/weigh-in', '/weigh-in/1/2/3'])
      expect([path, sidebarArea(path, 'vendor', rider)]).toEqual([path, areas.vendor])
    expect(sidebarArea('/runs', 'manager', [])).toBe(areas.manager)
    expect(sidebarArea('/my-run', 'vendor', rider)?.links.map(({ to }) => to)).toEqual(['/work', '/my-run'])
    expect(sidebarArea('/vendor/orders', 'vendor', rider)).toBe(areas.vendor)
  })
})
