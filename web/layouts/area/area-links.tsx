import { useLingui } from '@lingui/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import type { PlainLink } from '../links.ts'
import type { Area } from './buyer-areas.ts'
import { sectionOf } from './section.ts'

interface AreaLinksProps {
  area: Area
  pathname: string
  /** How much waits behind a link, by its path. */
  waiting?: Readonly<Record<string, number>>
}

/**
 * The area's links: on a phone a native popover, which needs no script; on wide screens a sidebar that stays in view.
 */
export function AreaLinks({ area, pathname, waiting = {} }: AreaLinksProps) {
  const { i18n } = useLingui()
  const current = sectionOf(area.links, pathname)
  const side = useCurrentInView()
  return (
    <div ref={side} className="area-side min-w-0">
      <button type="button" popoverTarget="area-pages" className="area-button">
        <span className="grid min-w-0 flex-1 py-1 text-left leading-tight">
          <span className="text-14 font-normal text-soft">{i18n.t(area.title)}</span>
          <span>{current ? i18n.t(current.label) : i18n.t('All pages')}</span>
        </span>
        <ChevronDown aria-hidden size={20} className="shrink-0" />
      </button>
      <nav id="area-pages" popover="auto" aria-label={i18n.t(area.title)} className="sheet area-pages">
        <p className={cx('mb-2 px-3 text-14 font-semibold text-soft', area.groups && 'lg:hidden')}>
          {i18n.t(area.title)}
        </p>
        {(area.groups ?? [{ heading: '', links: area.links }]).map(({ heading, links }) => (
          // Not a region: pages have sections of the same names.
          <div
            key={heading}
            {...(heading && { role: 'group', 'aria-label': i18n.t(heading) })}
            className={cx(heading && 'mb-2 lg:mb-3')}
          >
            {heading && (
              <p aria-hidden className="px-3 text-14 text-soft">
                {i18n.t(heading)}
              </p>
            )}
            <ul className={cx('grid grid-cols-2 gap-1 lg:grid-cols-1', heading && 'lg:gap-0')}>
              {links.map((link) => (
                <SideLink key={link.to} link={link} isCurrent={link === current} waiting={waiting[link.to] ?? 0} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

interface SideLinkProps {
  link: PlainLink
  isCurrent: boolean
  waiting: number
}

function SideLink({ link: { to, label }, isCurrent, waiting }: SideLinkProps) {
  const { i18n } = useLingui()
  const id = `waiting${to.replaceAll('/', '-')}`
  return (
    <li className="relative">
      <Link
        to={to}
        className="side-link"
        aria-current={isCurrent ? 'page' : undefined}
        {...(waiting > 0 && { 'aria-describedby': id })}
      >
        {i18n.t(label)}
      </Link>
      {waiting > 0 && (
        // Beside the link, whose name stays that of the page.
        <span id={id} className="side-count">
          {waiting > 99 ? '99+' : waiting}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </li>
  )
}

/** Scrolls a sidebar that is taller than the screen to its current page, once the page is loaded. */
function useCurrentInView() {
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = side.current?.querySelector<HTMLElement>('[aria-current]')
    const box = side.current
    if (!box || !current || box.scrollHeight <= box.clientHeight) return
    const below = current.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom
    if (below > 0) box.scrollTop += below + box.clientHeight / 3
  }, [])
  return side
}
