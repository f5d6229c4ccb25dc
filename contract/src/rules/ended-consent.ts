interface EndedConsent {
  /** It ended because the child is now old enough to be asked, too. */
  isByAge: boolean;
  name: string;
}

const ageMark = 'age:';

/** What `about` of a notification `consent_withdrawn` says: the student's name, after 'age:' if nobody withdrew it. */
export function formatEndedByAge(name: string): string {
  return ageMark + name;
}

export function parseEndedConsent(about: string): EndedConsent {
  const isByAge = about.startsWith(ageMark);
  return { isByAge, name: isByAge ? about.slice(ageMark.length) : about };
}
