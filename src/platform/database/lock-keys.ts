/** All advisory lock keys, or their first numbers, except those of `platform/postgres/session.server.ts`. */
export const LOCK_KEYS = {
  migrate: 7_267_501,
  storeItems: 7_267_502,
  fetchNews: 7_267_503,
  firstAdministrator: 7_267_504,
  saveSettings: 7_267_505,
  sendCampaigns: 7_267_506,
  rollUpViews: 7_267_507,
  changeViews: 7_267_508,
  shareViews: 7_267_509,
  changeTopics: 7_267_510,
  changePeople: 7_267_530,
  rankMostRead: 7_267_512,
  changeRedirects: 7_267_520,
  changeCategories: 7_267_550,
  changeLook: 7_267_551,
  changePhrases: 7_267_560,
  purgeCdn: 7_267_540,
  runImport: 7_267_521,
  /** Shared by all processes that use the database. */
  useSite: 7_267_511,
} as const
