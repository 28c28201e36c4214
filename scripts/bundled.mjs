/**
 * What goes into the server's bundle instead of being found in node_modules at run time: packages of which little is used (icons, words of
 * validation in 50 languages) or that bring builders along. So package.json counts them among what builds.
 */
export const BUNDLED = [
  'lucide-react',
  'moo',
  'tslib',
  'zod',
  'zustand',
  /^@lingui\//,
  /^@messageformat\//,
  /^@supabase\//,
]
