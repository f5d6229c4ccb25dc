export interface LeaveDecision {
  isAccepted: boolean;
  name: string;
}

/** What `about` of a notification `leave_decided` says: 'accepted:' or 'refused:', and the student's name. */
export function formatLeaveDecision({ isAccepted, name }: LeaveDecision): string {
  return `${isAccepted ? 'accepted' : 'refused'}:${name}`;
}

export function parseLeaveDecision(about: string): LeaveDecision {
  const separator = about.indexOf(':');
  return { isAccepted: about.slice(0, separator) === 'accepted', name: about.slice(separator + 1) };
}
