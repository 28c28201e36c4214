/**
 * Packages that are bundled into the server instead of being loaded from node_modules at run time, because little of
 * them is used (icons, validation messages in 50 languages), because they consist of many small files, each of which
 * takes longer to find than to run, or because they depend on build tools. package.json lists them as devDependencies.
 */
export const BUNDLED = [
  'hono',
  'jose',
  'lucide-react',
  'moo',
  'tslib',
  'use-sync-external-store',
  'zod',
  'zustand',
  /^@lingui\//,
  /^@messageformat\//,
  /^@supabase\//,
  /^@tanstack\//,
]
