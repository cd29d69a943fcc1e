/** Addresses of everything that answers without a key: taken from the routes themselves, so that none can be forgotten. */
import { pageRoutes, routes } from '../../src/app.ts'
import { probePaths } from '../../src/platform/http/probes.ts'

/** What is asked for with GET by whoever comes. The rest wants a key or a session, or changes something. */
const openEntrances = ['open', 'asset', 'visitor', 'door']

/** Of routes with parameters and filters, by path: what is asked, the dearest that we know among it. */
const asked: Readonly<Record<string, readonly string[]>> = {
  '/v1/sources/{id}': ['/v1/sources/bench'],
  '/assets/{file}': [],
  '/sitemaps/{file}': ['/sitemaps/pages.xml', '/sitemaps/measures-1.xml', '/sitemaps/measures-2.xml'],
  '/docs/api/{page}': [],
  '/docs/errors/{page}': [],
  '/dashboard/sign-in': ['/dashboard/sign-in', '/dashboard/sign-in?lang=fr&next=%2Fdashboard'],
  '/dashboard/sign-in/link/{token}': ['/dashboard/sign-in/link/none'],
  '/mail/unsubscribe/{token}': ['/mail/unsubscribe/none'],
  '/.well-known/security.txt': ['/.well-known/security.txt'],
}
const askedInLanguage: Readonly<Record<string, readonly string[]>> = {
  '/search': [
    '/search',
    '/search?q=innovation%20subsidy%20for%20energy%20renovation%20of%20buildings%20in%20wallonia&words=most',
    '/search?q=a%20e%20i%20o%20u%20s%20t%20n%20r%20d&words=most',
    '/search?q=inovaton%20subsidi%20enrgy&region=flanders&status=open',
    '/search?region=flanders,brussels,wallonia&status=open,forthcoming,continuous&topic=energy&sort=title&page=20',
    '/search?q=zzzz%20qqqq&region=flanders&topic=energy&applicant_type=company&company_size=micro',
  ],
  '/suggestions': [
    '/suggestions?q=be',
    '/suggestions?q=innovation%20subs',
    '/suggestions?q=in%20de%20van%20het%20een%20the%20of%20and%20to%20le%20la',
    '/suggestions?q=a%20b%20c%20d%20e%20f%20g%20h%20in',
  ],
  '/measures/{slug}': ['/measures/measure-7', '/measures/none'],
  '/check': ['/check', '/check?measure=measure-7'],
  '/deadlines': ['/deadlines', '/deadlines?region=flanders&topic=energy', '/deadlines?month=2027-01'],
  '/deadlines.ics': [
    '/deadlines.ics',
    '/deadlines.ics?region=wallonia',
    '/deadlines.ics?topic=energy&applicant_type=company',
    '/deadlines.ics?measure=measure-7',
  ],
  '/changes': ['/changes', '/changes?region=flanders&type=subsidy.deadline_changed'],
  '/changes.atom': ['/changes.atom', '/changes.atom?region=flanders'],
  '/sources/{id}': ['/sources/bench'],
}

/** `found`: what pages and the sitemap name: the files of the look, every page of the docs. Throws on a route with parameters of which nothing is asked. */
export function openPaths(found: readonly string[]): string[] {
  const open = [...routes, ...pageRoutes].filter(
    ({ access, method }) => method === 'GET' && openEntrances.includes(access.entrance),
  )
  const ofRoutes = open.flatMap(({ path }) => {
    const [, language, rest = ''] = /^\/(nl|fr|en)(\/.*)$/.exec(path) ?? []
    const given = language === undefined ? asked[path] : askedInLanguage[rest]?.map((one) => `/${language}${one}`)
    if (given === undefined && path.includes('{')) throw new Error(`say in ${import.meta.url} what is asked of ${path}`)
    return given ?? [path]
  })
  return [...new Set([...probePaths, ...ofRoutes, ...found])]
}
