import { describe, expect, it } from 'vitest'
import { readOpening } from './import-opening.ts'
import { createImportAnalysis, type Decisions, describePlan, readRow } from './import-plan.ts'

const NOW = new Date('2026-11-22T10:00:00Z')

/** Reads a file without quotes in cells. */
function read(lines: readonly string[], decisions: Decisions = {}, delimiter = ',') {
  const rows = lines.map((line) => line.split(delimiter))
  const opening = readOpening(rows)
  if (!opening) return undefined
  const analysis = createImportAnalysis(opening, NOW)
  const body = rows.slice(opening.headerIndex + 1)
  for (const cells of body) analysis.add(cells)
  const { plan, questions } = analysis.finish()
  const results = body.map((cells) => readRow(cells, plan, { decisions, now: NOW }))
  return {
    questions,
    fields: Object.fromEntries(describePlan(plan).map(({ heading, field }) => [heading, field])),
    rows: results.map((result) => (result.kind === 'row' ? result.row : result.reason)),
    active: results.flatMap((result) =>
      result.kind === 'row' && result.row.isActive ? [result.row.email] : [],
    ),
    asked: questions.map(({ column }) => column),
  }
}

describe('exports of other products', () => {
  it.each<[product: string, lines: string[], active: string[]]>([
    [
      'Masthead',
      [
        'Email,Name,Status,Subscribed Date',
        'in@a.example,Ada,Active,2026-07-01',
        'out@a.example,,Inactive,2026-07-01',
      ],
      ['in@a.example'],
    ],
    [
      'Mailchimp',
      [
        'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,NOTES,TAGS',
        'in@a.example,Ada,Roe,2,2025-01-02 03:04:05,2025-01-03 04:05:06,1,,',
      ],
      ['in@a.example'],
    ],
    [
      'Mailchimp, unsubscribed',
      [
        'Email Address,MEMBER_RATING,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON',
        'out@a.example,2,2026-02-03 04:05:06,,N/A',
      ],
      [],
    ],
    [
      'Mailchimp, cleaned',
      ['Email Address,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE', 'out@a.example,2026-02-03 04:05:06,May'],
      [],
    ],
    [
      'Ghost',
      [
        'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
        '1,in@a.example,Ada,,true,false,,2024-01-02T03:04:05.000Z,,,',
        '2,out@a.example,Bo,,false,true,,2024-01-02T03:04:05.000Z,,,',
        '3,gone@a.example,Cy,,true,false,,2024-01-02T03:04:05.000Z,2025-01-02T03:04:05.000Z,,',
      ],
      ['in@a.example'],
    ],
    [
      'Substack',
      [
        'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
        'in@a.example,false,,other,false,2022-05-20T18:46:21.526Z,',
        'out@a.example,true,2027-01-01T00:00:00.000Z,yearly,true,2022-05-20T18:46:21.526Z,',
      ],
      ['in@a.example'],
    ],
    [
      'Buttondown',
      [
        'email,notes,metadata,tags,type,creation_date,unsubscription_date',
        'in@a.example,,{},,regular,2024-03-01,',
        'paid@a.example,,{},,premium,2024-03-01,',
        'new@a.example,,{},,unactivated,2024-03-01,',
        'out@a.example,,{},,unsubscribed,2024-03-01,2025-01-01',
      ],
      ['in@a.example', 'paid@a.example'],
    ],
    [
      'Brevo',
      [
        'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;EMAIL_BLACKLISTED;ADDED_TIME',
        '1;in@a.example;Ada;Roe;No;05-12-2024 10:22:33',
        '2;out@a.example;Bo;Roe;Yes;05-12-2024 10:22:33',
      ],
      ['in@a.example'],
    ],
    [
      'MailPoet',
      [
        'Email,First name,Last name,List,List status,Global status',
        'in@a.example,Ada,Roe,Weekly,Subscribed,Subscribed',
        'list@a.example,Bo,Roe,Weekly,Unsubscribed,Subscribed',
        'out@a.example,Cy,Roe,Weekly,Subscribed,Unsubscribed',
        'new@a.example,Di,Roe,Weekly,Subscribed,Unconfirmed',
      ],
      ['in@a.example'],
    ],
    [
      'MailerLite',
      [
        'Subscriber,Sent,Opens,Clicks,Subscribed,Unsubscribed,Location',
        'in@a.example,3,2,0,2024-03-01 10:00:00,,GB',
        'out@a.example,3,2,0,2024-03-01 10:00:00,2025-03-01 10:00:00,GB',
      ],
      ['in@a.example'],
    ],
    [
      'Listmonk',
      [
        'uuid,email,name,attributes,status,created_at,updated_at',
        '1,in@a.example,Ada,{},enabled,2023-02-01 10:00:00.5 +0000 UTC,2023-02-01',
        '2,out@a.example,Bo,{},blocklisted,2023-02-01 10:00:00,2023-02-01',
        '3,off@a.example,Cy,{},disabled,2023-02-01 10:00:00,2023-02-01',
      ],
      ['in@a.example'],
    ],
    [
      'HubSpot and Salesforce',
      [
        'Email,HasOptedOutOfEmail,Unsubscribed from all email',
        'in@a.example,0,',
        'out@a.example,1,',
        'left@a.example,0,true',
      ],
      ['in@a.example'],
    ],
    [
      'Shopify',
      [
        'First Name,Email,Accepts Email Marketing,Tax Exempt',
        'Ada,in@a.example,yes,no',
        'Bo,out@a.example,no,no',
      ],
      ['in@a.example'],
    ],
  ])('%s', (_, lines, active) => {
    const result = read(lines, {}, lines[0]?.includes(';') ? ';' : ',')
    expect(result?.asked).toEqual([])
    expect(result?.active).toEqual(active)
  })

  it.each([
    ['German', 'Emailadresse,Vorname,Nachname'],
    ['French', 'Adresse e-mail,Prénom,Nom'],
    ['Spanish', 'Dirección de correo electrónico,Nombre,Apellidos'],
    ['Italian', 'Indirizzo e-mail,Nome,Cognome'],
    ['Dutch', 'E-mailadres,Voornaam,Achternaam'],
    ['Portuguese', 'Endereço de e-mail,Nome,Sobrenome'],
    ['a language without a translation', 'Sähköposti,FNAME,LNAME'],
  ])('Mailchimp in %s, by its codes and translations', (_, header) => {
    const row = (email: string, left: string) => `${email},Ada,Roe,2,2025-01-02 03:04:05,${left}`
    const result = read([
      `${header},MEMBER_RATING,OPTIN_TIME,UNSUB_TIME`,
      row('out@a.example', '2026-02-03 04:05:06'),
      row('in@a.example', ''),
    ])
    expect(result?.asked).toEqual([])
    expect(result?.rows).toEqual([
      {
        email: 'out@a.example',
        fullName: 'Ada Roe',
        isActive: false,
        subscribedAt: '2025-01-02T03:04:05.000Z',
      },
      {
        email: 'in@a.example',
        fullName: 'Ada Roe',
        isActive: true,
        subscribedAt: '2025-01-02T03:04:05.000Z',
      },
    ])
  })
})

describe('columns that may be about consent', () => {
  it.each([
    ['Erlaubnis zum Marketing', ['', '']],
    ['Newsletter', ['ja', 'nein']],
    ['Keine Werbung', ['x', '']],
    ['Accord RGPD', ['oui', 'non']],
    ['Consentimiento', ['sí', 'no']],
    ['Toestemming', ['ja', 'nee']],
    ['GDPR lawful basis', ['Legitimate interest', 'Consent']],
    ['Email OK?', ['maybe', 'later']],
    ['Mail', ['post', 'both']],
    ['VIP', ['yes', 'no']],
    ['Sperrvermerk', ['X', '']],
    ['Zustand', ['abgemeldet', 'aktiv']],
    ['Status', ['Lead', 'Customer']],
    ['Subscribed', ['yes', '']],
    ['DOUBLE_OPT-IN', ['1', '2']],
    ['Updates', ['daily', 'never']],
    ['Frequency', ['Weekly', 'Never']],
    ['Communication', ['email', 'none']],
    ['Opt', ['in', 'out']],
    ['Canal de contact', ['e-mail', 'courrier']],
  ])('asks about %s', (heading, [first = '', second = '']) => {
    const lines = [`Name,E-Mail,${heading}`, `Ada,ada@a.example,${first}`, `Bo,bo@a.example,${second}`]
    const undecided = read(lines)
    expect(undecided?.asked).toEqual([heading])
    const values = [first, second].map((value) => value)
    expect(read(lines, { [heading]: 'not-consent' })?.active).toContain('ada@a.example')
    expect(read(lines, { [heading]: values.slice(0, 1) })?.active).toContain('ada@a.example')
    expect(read(lines, { [heading]: [] })?.active).not.toContain('bo@a.example')
  })

  it.each([
    ['City', ['Exeter', 'Unterhaching']],
    ['Orders', ['12', '0']],
    ['Type', ['Partner', 'Customer']],
    ['Last email opened', ['2026-01-02', '']],
    ['Notes', ['met at the fair', '']],
  ])('does not ask about %s', (heading, [first = '', second = '']) => {
    const lines = [`E-Mail,${heading}`, `ada@a.example,${first}`, `bo@a.example,${second}`]
    expect(read(lines)).toMatchObject({ asked: [], active: ['ada@a.example', 'bo@a.example'] })
  })

  it('nobody is active whose value is undecided, and others are', () => {
    const lines = [
      'Email,Status',
      'ada@a.example,active',
      'bo@a.example,Probe',
      'cy@a.example,probe',
      'di@a.example,',
    ]
    expect(read(lines)).toMatchObject({
      active: ['ada@a.example'],
      questions: [
        {
          column: 'Status',
          values: [
            { value: 'Probe', count: 2 },
            { value: '', count: 1 },
          ],
          others: 0,
        },
      ],
    })
    expect(read(lines, { Status: ['PROBE'] })?.active).toEqual([
      'ada@a.example',
      'bo@a.example',
      'cy@a.example',
    ])
  })

  it('values that are known to be inactive remain so, whatever is decided', () => {
    const lines = ['Email,Status', 'ada@a.example,unsubscribed', 'bo@a.example,Lead']
    for (const decision of ['not-consent', ['unsubscribed', 'Lead']] as const)
      expect(read(lines, { Status: decision })?.active).toEqual(['bo@a.example'])
  })

  it('asks only about the remarks that mention it, and not about people who have left', () => {
    const lines = [
      'Email,Unsubscribed,Notes',
      'ada@a.example,no,met at the fair',
      'bo@a.example,no,please do not email',
      'cy@a.example,yes,stop the newsletter!',
    ]
    const result = read(lines)
    expect(result?.questions).toEqual([
      { column: 'Notes', values: [{ value: 'please do not email', count: 1 }], others: 0 },
    ])
    expect(result?.active).toEqual(['ada@a.example'])
  })

  it('counts values beyond the first thirty together', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `r${index}@a.example,Newsletter ${index}`)
    const [question] = read(['Email,Tags', ...rows])?.questions ?? []
    expect([question?.values.length, question?.others]).toEqual([30, 10])
  })

  it('distinguishes columns with the same heading, and finds those without one', () => {
    const lines = ['Email,Newsletter,Newsletter,', 'ada@a.example,ja,nein,abgemeldet']
    expect(read(lines)?.asked).toEqual(['Newsletter', 'Newsletter (2)', 'Column 4'])
  })
})

describe('the header', () => {
  it.each([
    ['is recognised by the addresses below', ['Kontakt;Firma', 'ada@a.example;Roe'], ['ada@a.example']],
    ['may follow a title', ['Customers 2026;', 'Name;Email', 'Ada;ada@a.example'], ['ada@a.example']],
    ['may be missing', ['ada@a.example;Ada', 'bo@a.example;Bo'], ['ada@a.example', 'bo@a.example']],
    [
      'may be missing before another column',
      ['Ada;ada@a.example', 'Bo;bo@a.example'],
      ['ada@a.example', 'bo@a.example'],
    ],
    ['may name an address that is none', ['Email;Login', 'daily;ada@a.example'], []],
  ])('%s', (_, lines, active) => {
    expect(read(lines, {}, ';')?.active).toEqual(active)
  })

  it('without a header, values still say who has left', () => {
    expect(read(['ada@a.example,unsubscribed', 'bo@a.example,active'])).toMatchObject({
      asked: ['Column 2'],
      active: [],
    })
  })

  it('a file without addresses and without a heading for them is refused', () => {
    expect(read(['Name,City', 'Ada,Exeter'])).toBeUndefined()
  })
})

describe('dates', () => {
  it.each([
    ['15/02/2018 17:59', '12/02/2018 17:59', '2018-02-12T17:59:00.000Z'],
    ['2/28/2018 5:59:00 PM', '2/12/2018 12:05:00 AM', '2018-02-12T00:05:00.000Z'],
    ['', '2/3/2018 5:59 PM', '2018-02-03T17:59:00.000Z'],
    // In the future, unless the month comes first.
    ['11/12/2026', '2/1/2025', '2025-02-01T12:00:00.000Z'],
    ['', '3/4/2018', undefined],
    ['28/02/2018', '2/28/2018', '2018-02-28T12:00:00.000Z'],
    ['', '4/4/2018', '2018-04-04T12:00:00.000Z'],
    ['', '1.2.2018', '2018-02-01T12:00:00.000Z'],
    ['', '05-12-2019 10:22:33', '2019-12-05T10:22:33.000Z'],
    ['', '2018/2/28 9:05', '2018-02-28T09:05:00.000Z'],
    ['', '2023-02-01 10:00:00 UTC', '2023-02-01T10:00:00.000Z'],
    ['', '2023-02-01 10:00:00.123456 +0200 CEST', '2023-02-01T08:00:00.123Z'],
    ['', '2023-02-01 10:00:00 +0000 UTC', '2023-02-01T10:00:00.000Z'],
    ['', '2026-07-01 10:20:30+02:00', '2026-07-01T08:20:30.000Z'],
    ['', '12 February 2018', '2018-02-12T12:00:00.000Z'],
    ['', 'Feb 12 2018', '2018-02-12T12:00:00.000Z'],
    ['', '43143.75', '2018-02-12T18:00:00.000Z'],
    ['', '1518458371', '2018-02-12T17:59:31.000Z'],
    ['', 'yesterday', undefined],
    ['', '2026-13-01', undefined],
    ['', '2026-11-23', undefined],
  ])('beside %j, %j is %s', (other, date, subscribedAt) => {
    const result = read(['Email;Created', `one@a.example;${other}`, `two@a.example;${date}`], {}, ';')
    expect(result?.rows[1]).toEqual({ email: 'two@a.example', fullName: null, isActive: true, subscribedAt })
  })
})

it.each([
  ['Name,First Name,Last Name', 'Ada Roe,Ada,Roe', 'Ada Roe'],
  ['Name,Last Name', 'Ada,Roe', 'Ada Roe'],
  ['Name,Last Name', 'Ada Roe,Roe', 'Ada Roe'],
  ['Nom,Prénom', 'Roe,Ada', 'Ada Roe'],
  ['Name (full)', 'Ada Roe', 'Ada Roe'],
  ['Full Name', '', null],
])('joins the name of %s: %s', (headings, cells, fullName) => {
  expect(read([`${headings},Email`, `${cells},ada@a.example`])?.rows).toMatchObject([{ fullName }])
})
