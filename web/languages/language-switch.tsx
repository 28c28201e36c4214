import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'
import { useShell } from '#web/shell.ts'
import { LANGUAGES } from './languages.ts'

/** Each language by its own name: a plain form, because the whole page is made anew. Nothing where there is no choice. */
export function LanguageSwitch() {
  const { i18n } = useLingui()
  const { language, languages } = useShell()
  const { pathname, search } = useLocation()
  if (languages.length < 2) return null
  return (
    <form method="post" action="/language" className="flex flex-wrap items-center gap-1">
      <input type="hidden" name="back" value={pathname + search} />
      <span className="mr-2">{i18n.t('Language')}</span>
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
    </form>
  )
}
