import { Link } from 'react-router'
import { brand } from '#domain/brand.ts'
import { useShell } from '#web/shell.ts'
import { LowDataSwitch } from '#web/theme/low-data-switch.tsx'
import { ThemeSwitch } from '#web/theme/theme-switch.tsx'
import type { Theme } from '../theme/preference.ts'
import { footerColumns, socialLinks } from './links.ts'

/** The adire cloth at the foot of every page. */
export function Footer({ theme }: { theme: Theme }) {
  return (
    <footer className="cloth mt-16">
      <div className="mx-auto grid max-w-page gap-x-8 grid-cols-2 gap-y-6 px-4 py-10 sm:grid-cols-4 lg:grid-cols-5">
        <div className="col-span-full lg:col-span-1">
          <p className="text-28 font-extrabold tracking-tight">{brand.name}</p>
          <p className="mt-2 max-w-measure">{brand.tagline}</p>
        </div>
        {footerColumns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <p className="font-bold">{heading}</p>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="cloth-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label="Social">
          <p className="font-bold">Follow us</p>
          <ul>
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a href={url} rel="noopener" className="cloth-link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 pb-8 text-14">
        <p>
          {brand.name}, {brand.address.street}, {brand.address.district}, {brand.address.city}
        </p>
        <LowDataSwitch on={useShell().savesData} />
        <ThemeSwitch theme={theme} />
      </div>
    </footer>
  )
}
