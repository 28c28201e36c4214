/** Whether a path accepts file uploads: its form carries photos where scripts do not run. */
export const acceptsUploads = (path: string): boolean => BELOW.test(path) || EXACTLY.test(path)

const BELOW =
  /^\/(vendor\/packing|packing|weigh-in|account\/claims|vendor\/claims(?!\/lots\/)|vendor\/products(?!\/buys\b)|vendor-signup\/products|content\/(deals|adverts)|blog\/edit)\//i

const EXACTLY = /^\/(pictures|blog\/new|vendor\/logo|handover|my-run)(\.data)?$/i
