import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * The texts of the screens: English is in the code and serves as the key, the other languages are catalogues for
 * translators (docs/decisions/0065-languages.md).
 */
export default {
  locales: ['pcm', 'ha', 'yo', 'ig'],
  catalogs: [
    {
      path: '<rootDir>/web/languages/{locale}',
      include: ['<rootDir>/web', '<rootDir>/domain'],
      exclude: ['**/*.test.*', '**/*.d.ts', '**/public/**'],
    },
  ],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'messageId',
} satisfies Partial<LinguiConfig>
