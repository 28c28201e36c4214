import { useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { keepWhenOffline } from '#web/offline.ts'
import { guard } from '../session/guard.ts'
import { areaOf } from './areas.ts'
import { useCurrentInView } from './arrival.ts'
import '../theme/desk.css'
import { Frame } from './frame.tsx'

export const middleware = [guard]

/** A loader, so that the guard also runs on every navigation inside the area. */
export function loader() {
  return null
}

export const shouldRevalidate = keepWhenOffline

/** The staff frame: a row of links that scrolls on a phone, a sidebar from 1000 px on; then the page. */
export default function RoleArea() {
  const { pathname } = useLocation()
  const area = areaOf(pathname)
  const row = useRef<HTMLUListElement>(null)
  useCurrentInView(row)
  return (
    <Frame>
      <div className="grid gap-6 lg:grid-cols-[208px_minmax(0,1fr)] lg:gap-10">
        {area && (
          <nav aria-label={area.title} className="min-w-0">
            <p className="mb-2 px-3 text-14 font-semibold text-soft">{area.title}</p>
            <ul ref={row} className="flex gap-1 overflow-x-auto pb-2 lg:grid lg:overflow-visible">
              {area.links.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className="side-link">
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </Frame>
  )
}
