import { useLingui } from '@lingui/react'
import Bike from 'lucide-react/icons/bike'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Handshake from 'lucide-react/icons/handshake'
import Package from 'lucide-react/icons/package'
import Scale from 'lucide-react/icons/scale'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import type { PlainLink } from '../links.ts'

const PLACES = 4

/** Where the day's work is done, at the bottom of a phone's screen: an area's first links that have an icon here. */
export function DeskBar({ links }: { links: readonly PlainLink[] }) {
  const { i18n } = useLingui()
  const shown = links.filter(({ to }) => Object.hasOwn(ICONS, to)).slice(0, PLACES)
  if (shown.length < 2) return null
  return (
    <nav
      aria-label={i18n.t('Your work')}
      className="bottom-bar"
      style={{ gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}
    >
      {shown.map(({ to, label }) => {
        const Icon = ICONS[to as keyof typeof ICONS]
        return (
          <NavLink key={to} to={to} className="bottom-link">
            <Icon aria-hidden size={24} />
            {i18n.t(label)}
          </NavLink>
        )
      })}
    </nav>
  )
}

const ICONS = {
  '/work': CalendarCheck,
  '/handover': Handshake,
  '/my-run': Bike,
  '/weigh-in': Scale,
  '/packing': Package,
  '/vendor/dashboard': CalendarCheck,
  '/vendor/orders': ClipboardList,
  '/vendor/packing': Package,
} satisfies Record<string, ComponentType<{ size: number; 'aria-hidden': true }>>
