import { useLingui } from '@lingui/react'
import Globe from 'lucide-react/icons/globe'
import { useLocation } from 'react-router'
import { LANGUAGES } from '#web/languages/languages.ts'
import { useShell } from '#web/shell.ts'
import { cx } from '#web/ui/cx.ts'

/**
 * Each language by its own name, in a plain form that reloads the page. The globe identifies the switch for users who
 * cannot read the page. Nothing if only one language is offered.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const { i18n } = useLingui()
  const { language, languages } = useShell()
  const { pathname, search } = useLocation()
  if (languages.length < 2) return null
  return (
    <form method="post" action="/language" className={cx('flex flex-wrap items-center gap-x-3', className)}>
      <input type="hidden" name="back" value={pathname + search} />
      <span className="inline-flex items-center gap-2">
        <Globe aria-hidden size={20} />
        {i18n.t('Language')}
      </span>
      <span className="flex flex-wrap gap-1">
        {languages.map((choice) => (
          <button
            key={choice}
            type="submit"
            name="language"
            value={choice}
            lang={LANGUAGES[choice].tag}
            aria-pressed={choice === language}
            className="theme-choice"
          >
            {LANGUAGES[choice].name}
          </button>
        ))}
      </span>
    </form>
  )
}
