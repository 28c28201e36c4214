import type { Plugin } from 'vite'

/**
 * Escapes what is beyond Latin-1 in the server's bundle. V8 keeps the source of a module in memory, with two bytes for
 * each character if one of them needs it, as the naira sign does.
 */
export function oneByteServer(): Plugin {
  return {
    name: 'one-byte-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = escapeBeyondLatin1(file.code)
      }
    },
  }
}

/** Means the same in strings, templates, regular expressions and names. */
export function escapeBeyondLatin1(code: string): string {
  return code.replace(/[\u0100-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
