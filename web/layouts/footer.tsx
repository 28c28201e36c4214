import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { WHATSAPP_LINK_TEXT, whatsAppLink } from '#domain/brand/whatsapp-link.ts'
import { useShell } from '#web/shell.ts'
import { LowDataSwitch } from '#web/theme/low-data-switch.tsx'
import type { Theme } from '#web/theme/preference.ts'
import { ThemeSwitch } from '#web/theme/theme-switch.tsx'
import { cx } from '#web/ui/cx.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { footerColumns, socialLinks } from './links.ts'

/** The footer of the shop; `flush` removes the margin below a full-width page. */
export function Footer({ theme, flush }: { theme: Theme; flush: boolean }) {
  const { i18n } = useLingui()
  return (
    <footer className={cx('cloth', !flush && 'mt-16')}>
      <div className="mx-auto grid max-w-page gap-x-8 grid-cols-2 gap-y-6 px-4 py-10 sm:grid-cols-4">
        <div className="col-span-full flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <p className="font-sign text-28 font-extrabold">{brand.name}</p>
            <p className="mt-2 max-w-measure">{i18n.t(brand.tagline)}</p>
          </div>
          <LanguageSwitch />
        </div>
        {footerColumns.map(({ heading, links }) => (
          <nav key={heading} aria-label={i18n.t(heading)}>
            <p className="font-bold">{i18n.t(heading)}</p>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="cloth-link">
                    {i18n.t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={i18n.t('Social')}>
          <p className="font-bold">{i18n.t('Follow us')}</p>
          <ul>
            <li>
              <a href={whatsAppLink()} rel="noopener" className="cloth-link">
                {i18n.t(WHATSAPP_LINK_TEXT)}
              </a>
            </li>
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

/** The footer of desks: one line with help and the theme switch. */
export function CompactFooter({ theme, link }: { theme: Theme; link?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <footer className="mt-12 border-t border-grain">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-5 px-4 py-2 text-14 text-soft">
        <Link to="/faq" className="foot-link">
          {i18n.t('FAQ')}
        </Link>
        <Link to="/contact" className="foot-link">
          {i18n.t('Contact')}
        </Link>
        <a href={whatsAppLink()} rel="noopener" className="foot-link">
          {i18n.t(WHATSAPP_LINK_TEXT)}
        </a>
        {link}
        <div className="md:ml-auto">
          <ThemeSwitch theme={theme} />
        </div>
      </div>
    </footer>
  )
}
